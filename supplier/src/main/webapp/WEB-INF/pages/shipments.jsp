<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Shipments" here="shipments">
  <form class="filters" action="<c:url value='/shipments'/>" method="get">
    <p class="field"><label for="order">Order</label><input id="order" name="order" type="text" maxlength="64" value="<c:out value='${order}'/>"></p>
    <p class="go"><button class="quiet">Show</button></p>
  </form>
  <c:choose>
    <c:when test="${empty page.rows}"><p role="status">Nothing has been shipped.</p></c:when>
    <c:otherwise>
      <div class="table" tabindex="0" role="region" aria-label="Shipments">
      <table>
        <thead><tr><th scope="col">Shipment</th><th scope="col">Order</th><th scope="col">Item</th><th scope="col" class="number">Pieces</th><th scope="col">Shipped</th><th scope="col">Invoice</th></tr></thead>
        <tbody>
          <c:forEach items="${page.rows}" var="row">
            <c:url value="/orders" var="toOrder"><c:param name="state" value="all"/><c:param name="order" value="${row.orderId}"/></c:url>
            <c:url value="/inventory/${row.itemId}" var="toItem"/>
            <c:url value="/invoices" var="toInvoices"><c:param name="order" value="${row.orderId}"/></c:url>
            <tr>
              <th scope="row"><c:out value="${row.shipmentId}"/></th>
              <td><a href="<c:out value='${toOrder}'/>"><c:out value="${row.orderId}"/></a></td>
              <td><a href="<c:out value='${toItem}'/>"><c:out value="${row.itemId}"/></a></td>
              <td class="number"><c:out value="${row.quantity}"/></td>
              <td><c:out value="${row.shipped()}"/></td>
              <td><a href="<c:out value='${toInvoices}'/>"><c:out value="${row.invoiceId()}"/></a></td>
            </tr>
          </c:forEach>
        </tbody>
      </table>
      </div>
    </c:otherwise>
  </c:choose>
  <c:url value="/shipments" var="first"><c:param name="order" value="${order}"/></c:url>
  <c:url value="/shipments" var="next"><c:param name="order" value="${order}"/><c:param name="after" value="${page.next}"/></c:url>
  <t:pager first="${first}" next="${next}" more="${not empty page.next}" later="${not empty param.after}"/>
</t:layout>
