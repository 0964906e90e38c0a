<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Sign on">
  <c:if test="${not empty requestScope.message}"><p class="problem" role="alert"><c:out value="${message}"/></p></c:if>
  <form class="panel narrow" action="<c:url value='/signon'/>" method="post">
    <input type="hidden" name="next" value="<c:out value='${next}'/>">
    <p class="field"><label for="user">Name</label><input id="user" name="user" type="text" autocomplete="username" autocapitalize="none" maxlength="64" required></p>
    <p class="field"><label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" maxlength="64" required></p>
    <button>Sign on</button>
  </form>
  <p>New here? <a href="<c:url value='/register'/>">Register</a>: your cart is kept.</p>
</t:layout>
