<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Thank you for your order">
  <t:progress at="3"/>
  <c:url value="/orders/${orderId}" var="link"/>
  <p class="notice">Your order has the number <strong id="order-id"><c:out value="${orderId}"/></strong>. We will send updates by mail to <c:out value="${order.address.email}"/>.</p>
  <p class="go"><a class="button" href="<c:out value='${link}'/>">Track this order</a></p>
  <t:lines cart="${order.cart}"/>
</t:layout>
