<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Thank you for your order">
  <c:url value="/orders/${orderId}" var="link"/>
  <p>Your order has the number <strong id="order-id"><c:out value="${orderId}"/></strong>. You will hear of it by mail to <c:out value="${order.address.email}"/>, and you can <a href="<c:out value='${link}'/>">see how it is doing</a>.</p>
  <t:lines cart="${order.cart}"/>
</t:layout>
