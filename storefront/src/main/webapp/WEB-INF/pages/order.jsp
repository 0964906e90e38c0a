<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Order ${order.orderId}">
  <p>State: <strong id="order-state"><c:out value="${state.label}"/></strong></p>
  <p><c:out value="${state.sentence}"/></p>
  <p>Total: $<c:out value="${order.total}"/></p>
  <c:url value="/orders/${order.orderId}" var="link"/>
  <p><a href="<c:out value='${link}'/>">Look again</a></p>
</t:layout>
