<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Orders" here="orders">
  <form class="filters" action="<c:url value='/orders'/>" method="get">
    <p class="field"><label for="state">Show</label>
      <select id="state" name="state">
        <option value="waiting"<c:if test="${state == 'waiting'}"> selected</c:if>>those that wait for stock</option>
        <option value="shipped"<c:if test="${state == 'shipped'}"> selected</c:if>>those that are shipped</option>
        <option value="all"<c:if test="${state == 'all'}"> selected</c:if>>all</option>
      </select></p>
    <p class="field"><label for="order">Order</label><input id="order" name="order" type="text" maxlength="64" value="<c:out value='${order}'/>"></p>
    <p class="go"><button class="quiet">Show</button></p>
  </form>
  <c:choose>
    <c:when test="${empty page.rows and state == 'waiting'}"><p role="status">No order waits for stock.</p></c:when>
    <c:when test="${empty page.rows}"><p role="status">No such order.</p></c:when>
    <c:otherwise>
      <div class="table" tabindex="0" role="region" aria-label="Orders">
      <table>
        <thead><tr><th scope="col">Order</th><th scope="col">Received</th><th scope="col">Ordered</th><th scope="col">Shipped</th></tr></thead>
        <tbody>
          <c:forEach items="${page.rows}" var="row">
            <tr>
              <th scope="row"><c:out value="${row.orderId}"/></th>
              <td><c:out value="${row.received()}"/></td>
              <td><t:wares lines="${row.lines}" states="true"/></td>
              <td><c:choose><c:when test="${row.isShipped()}"><c:out value="${row.shipped()}"/></c:when><c:otherwise>waits for stock</c:otherwise></c:choose></td>
            </tr>
          </c:forEach>
        </tbody>
      </table>
      </div>
    </c:otherwise>
  </c:choose>
  <c:url value="/orders" var="first"><c:param name="state" value="${state}"/><c:param name="order" value="${order}"/></c:url>
  <c:url value="/orders" var="next"><c:param name="state" value="${state}"/><c:param name="order" value="${order}"/><c:param name="after" value="${page.next}"/></c:url>
  <t:pager first="${first}" next="${next}" more="${not empty page.next}" later="${not empty param.after}"/>
</t:layout>
