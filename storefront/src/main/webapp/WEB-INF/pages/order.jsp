<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Order ${order.orderId}" script="timeline.js">
  <nav class="trail" aria-label="Where you are"><a href="<c:url value='/orders'/>">Your orders</a></nav>
  <p class="hint">Placed on <time datetime="<c:out value='${placed.iso()}'/>"><c:out value="${placed.day()}"/>, <c:out value="${placed.time()}"/></time></p>
  <t:timeline/>
  <c:url value="/orders/${order.orderId}" var="link"/>
  <p><a class="again" href="<c:out value='${link}'/>">Look again</a></p>
  <h2>What you ordered</h2>
  <ul class="goods">
    <c:forEach items="${lines}" var="line">
      <li>
        <c:choose>
          <c:when test="${line.isSold()}">
            <c:url value="/item" var="toItem"><c:param name="id" value="${line.itemId}"/></c:url>
            <t:picture name="${line.picture}"/><a href="<c:out value='${toItem}'/>"><c:out value="${line.name}"/></a>
          </c:when>
          <c:otherwise><span><c:out value="${line.name}"/></span></c:otherwise>
        </c:choose>
        <span class="number">× <c:out value="${line.quantity}"/></span>
      </li>
    </c:forEach>
  </ul>
  <p class="sum">Total <strong>$<c:out value="${order.total}"/></strong></p>
</t:layout>
