<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Invoices" here="invoices">
  <form class="filters" action="<c:url value='/invoices'/>" method="get">
    <p class="field"><label for="order">Order</label><input id="order" name="order" type="text" maxlength="64" value="<c:out value='${order}'/>"></p>
    <p class="go"><button class="quiet">Show</button></p>
  </form>
  <c:choose>
    <c:when test="${empty page.rows and empty page.next}"><p role="status">Nothing has been invoiced.</p></c:when>
    <c:otherwise>
      <div class="table" tabindex="0" role="region" aria-label="Invoices">
      <table>
        <thead><tr><th scope="col">Invoice</th><th scope="col">Order</th><th scope="col">Shipped</th><th scope="col">Goods</th><th scope="col" class="number">Total</th></tr></thead>
        <tbody>
          <c:forEach items="${page.rows}" var="row">
            <c:url value="/orders" var="toOrder"><c:param name="state" value="all"/><c:param name="order" value="${row.orderId}"/></c:url>
            <tr>
              <th scope="row"><c:out value="${row.invoiceId}"/></th>
              <td><a href="<c:out value='${toOrder}'/>"><c:out value="${row.orderId}"/></a></td>
              <td><c:out value="${row.shipped}"/></td>
              <td><t:wares lines="${row.lines}"/></td>
              <td class="number">$<c:out value="${row.total}"/></td>
            </tr>
          </c:forEach>
        </tbody>
      </table>
      </div>
    </c:otherwise>
  </c:choose>
  <c:url value="/invoices" var="first"><c:param name="order" value="${order}"/></c:url>
  <c:url value="/invoices" var="next"><c:param name="order" value="${order}"/><c:param name="after" value="${page.next}"/></c:url>
  <t:pager first="${first}" next="${next}" more="${not empty page.next}" later="${not empty param.after}"/>
</t:layout>
