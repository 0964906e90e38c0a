<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Item ${item.itemId}" here="inventory">
  <nav class="trail" aria-label="Where you are"><a href="<c:url value='/inventory'/>">Inventory</a></nav>
  <c:if test="${not empty message}"><p class="message" role="status"><c:out value="${message}"/></p></c:if>
  <dl class="facts">
    <dt>On hand</dt><dd id="on-hand"><c:out value="${item.onHand}"/></dd>
    <dt>Awaited by orders</dt><dd id="awaited"><c:out value="${item.awaited}"/></dd>
    <dt>At first</dt><dd><c:out value="${item.initial}"/></dd>
    <dt>Net arrivals</dt><dd><c:out value="${item.restocked}"/></dd>
  </dl>
  <c:url value="/inventory/${item.itemId}" var="self"/>
  <h2>Goods have arrived</h2>
  <form class="inline" action="<c:out value='${self}'/>" method="post">
    <input type="hidden" name="action" value="restock">
    <input type="hidden" name="seen_on_hand" value="<c:out value='${item.onHand}'/>">
    <input type="hidden" name="seen_restocked" value="<c:out value='${item.restocked}'/>">
    <label for="quantity">How many</label>
    <input id="quantity" name="quantity" type="number" min="1" max="<c:out value='${largest}'/>" required>
    <button>Restock</button>
  </form>
  <p class="trail">Waiting orders are shipped at once, the oldest first.</p>
  <h2>The goods were counted</h2>
  <form class="inline" action="<c:out value='${self}'/>" method="post">
    <input type="hidden" name="action" value="count">
    <input type="hidden" name="seen_on_hand" value="<c:out value='${item.onHand}'/>">
    <input type="hidden" name="seen_restocked" value="<c:out value='${item.restocked}'/>">
    <label for="counted">Counted</label>
    <input id="counted" name="counted" type="number" min="0" max="<c:out value='${mostOnHand}'/>" value="<c:out value='${item.onHand}'/>" required>
    <button class="quiet">Correct</button>
  </form>
  <p class="trail">The difference to what this page shows is booked; what is shipped meanwhile stays shipped.</p>
  <h2>Orders that wait for it</h2>
  <c:choose>
    <c:when test="${empty page.rows}"><p>None.</p></c:when>
    <c:otherwise>
      <div class="table" tabindex="0" role="region" aria-label="Orders that wait for it">
      <table>
        <thead><tr><th scope="col">Order</th><th scope="col">Received</th><th scope="col">Ordered</th></tr></thead>
        <tbody>
          <c:forEach items="${page.rows}" var="row">
            <c:url value="/orders" var="link"><c:param name="state" value="all"/><c:param name="order" value="${row.orderId}"/></c:url>
            <tr><th scope="row"><a href="<c:out value='${link}'/>"><c:out value="${row.orderId}"/></a></th><td><c:out value="${row.received()}"/></td><td><t:wares lines="${row.lines}" states="true"/></td></tr>
          </c:forEach>
        </tbody>
      </table>
      </div>
      <c:if test="${not empty page.next}"><p>And more.</p></c:if>
    </c:otherwise>
  </c:choose>
</t:layout>
