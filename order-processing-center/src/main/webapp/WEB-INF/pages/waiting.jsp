<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Orders that wait for a decision" here="Waiting">
  <c:if test="${not empty decided}">
    <div role="status"><ul class="outcome">
      <c:forEach items="${decided}" var="each">
        <c:url value="/admin/orders/${each.orderId}" var="link"/>
        <c:choose>
          <c:when test="${each.taken}"><li>Your <c:out value="${each.decision == 'APPROVED' ? 'approval' : 'denial'}"/> of order <a href="<c:out value='${link}'/>"><c:out value="${each.orderId}"/></a> is noted<c:if test="${each.decision == 'APPROVED'}">; its card is authorized next</c:if>.</li></c:when>
          <c:otherwise><li class="problem"><c:out value="${each.reason}"/></li></c:otherwise>
        </c:choose>
      </c:forEach>
    </ul></div>
  </c:if>
  <c:choose>
    <c:when test="${orders.isEmpty() and empty nextPage}"><p>No order waits for you.</p></c:when>
    <c:when test="${orders.isEmpty()}"><p>You have decided on all orders of this page. Older ones wait.</p></c:when>
    <c:otherwise>
      <form action="<c:url value='/admin/waiting'/>" method="post">
        <div class="table" role="region" aria-label="Orders that wait" tabindex="0">
        <table>
          <thead><tr><th scope="col">Choose</th><th scope="col">Order</th><th scope="col">Received</th><th scope="col">Customer</th><th scope="col" class="number">Total</th></tr></thead>
          <tbody>
            <c:forEach items="${orders}" var="order">
              <c:url value="/admin/orders/${order.id}" var="link"/>
              <tr>
                <td><input type="checkbox" name="order" value="<c:out value='${order.id}'/>" aria-label="Order <c:out value='${order.id}'/>"></td>
                <th scope="row"><a href="<c:out value='${link}'/>"><c:out value="${order.id}"/></a></th>
                <td><t:moment at="${order.receivedAt}"/></td>
                <td><c:out value="${order.customer}"/></td>
                <td class="number">$<c:out value="${order.total}"/></td>
              </tr>
            </c:forEach>
          </tbody>
        </table>
        </div>
        <p class="inline go"><button name="decision" value="APPROVED">Approve the chosen</button> <button class="quiet" name="decision" value="DENIED">Deny the chosen</button></p>
      </form>
    </c:otherwise>
  </c:choose>
  <nav class="pages" aria-label="Pages">
    <c:if test="${not empty nextPage}"><a rel="next" href="<c:out value='${nextPage}'/>">Older orders</a></c:if>
  </nav>
</t:layout>
