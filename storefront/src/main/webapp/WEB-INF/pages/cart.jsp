<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Your cart">
  <c:if test="${isNewInstead}"><p class="problem" role="alert">Your session had expired, and what was in your cart before is gone.</p></c:if>
  <c:choose>
    <c:when test="${empty visit.cart.lines}">
      <p>Your cart is empty. <a href="<c:url value='/'/>">Look around</a></p>
    </c:when>
    <c:otherwise>
      <form id="remove" action="<c:url value='/cart/update'/>" method="post"></form>
      <form action="<c:url value='/cart/update'/>" method="post">
        <ul class="goods">
          <c:forEach items="${visit.cart.lines}" var="line">
            <c:url value="/item" var="link"><c:param name="id" value="${line.item.id}"/></c:url>
            <li>
              <t:picture name="${line.item.picture()}"/>
              <span><a href="<c:out value='${link}'/>"><c:out value="${line.item.name}"/></a><br><span class="hint">$<c:out value="${line.item.price}"/> each</span></span>
              <span class="change"><input name="<c:out value='${line.item.id}'/>" type="number" min="0" max="999" value="<c:out value='${line.quantity}'/>" required aria-label="Quantity of <c:out value='${line.item.name}'/>">
                <button class="link" form="remove" name="<c:out value='${line.item.id}'/>" value="0" aria-label="Remove <c:out value='${line.item.name}'/>">Remove</button></span>
              <span class="number">$<c:out value="${line.total()}"/></span>
            </li>
          </c:forEach>
        </ul>
        <p class="sum">Total <strong>$<c:out value="${visit.cart.total()}"/></strong></p>
        <button class="quiet">Update quantities</button>
      </form>
      <form class="go" action="<c:url value='/checkout'/>" method="post"><button>Check out</button></form>
    </c:otherwise>
  </c:choose>
</t:layout>
