<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Register">
  <c:if test="${not form.isValid()}"><p class="problem" role="alert">Something is missing or wrong: please see below.</p></c:if>
  <form class="panel" action="<c:url value='/register'/>" method="post">
    <div class="fields"><t:fields form="${form.who}"/></div>
    <fieldset>
      <legend>Delivery address (optional)</legend>
      <div class="fields"><t:fields form="${form.place}" optional="true"/></div>
    </fieldset>
    <button>Register</button>
  </form>
  <p>Already have an account? <a href="<c:url value='/signon'/>">Sign on</a></p>
</t:layout>
