<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="You are signed on">
  <p>Good to see you, <c:out value="${visit.customer}"/>.</p>
  <c:choose>
    <c:when test="${empty visit.cart.lines}"><p><a href="<c:url value='/'/>">Look around</a></p></c:when>
    <c:otherwise>
      <t:lines cart="${visit.cart}"/>
      <form class="go" action="<c:url value='/checkout'/>" method="post"><button>Check out</button></form>
    </c:otherwise>
  </c:choose>
</t:layout>
