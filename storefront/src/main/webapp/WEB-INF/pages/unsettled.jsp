<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<c:url value="/orders/${orderId}" var="link"/>
<c:choose>
  <c:when test="${resolution == 'NOT_PLACED'}">
    <t:layout title="Nothing was ordered">
      <p role="status">Nothing was ordered under the number <strong id="unsettled-order"><c:out value="${orderId}"/></strong>. If you still want it, please order again.</p>
      <p><a href="<c:url value='/cart'/>">To your cart</a> or <a href="<c:url value='/orders'/>">to your orders</a></p>
    </t:layout>
  </c:when>
  <c:otherwise>
    <t:layout title="We do not know yet">
      <p role="alert">Something went wrong, and we do not know yet whether your order <strong id="unsettled-order"><c:out value="${orderId}"/></strong> was placed. We are checking; that takes a few minutes once all parts of our store answer.</p>
      <c:choose>
        <c:when test="${keepsNumber}">
          <p>You do not need to order again. If you do so with the same cart, the order keeps its number and is delivered once.</p>
        </c:when>
        <c:otherwise>
          <p>Please do not order the same again before we know: it would be another order, and both might be delivered.</p>
        </c:otherwise>
      </c:choose>
      <p class="go"><a class="button" href="<c:out value='${link}'/>">Look at this order</a></p>
      <p><a href="<c:url value='/orders'/>">To your orders</a></p>
    </t:layout>
  </c:otherwise>
</c:choose>
