<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Your account">
  <c:choose>
    <c:when test="${param.done == 'registered'}"><p class="notice" role="status">Welcome, <c:out value="${visit.customer}"/>! Your account is open and you are signed on.</p></c:when>
    <c:when test="${param.done == 'details'}"><p class="notice" role="status">Your details have been saved.</p></c:when>
    <c:when test="${param.done == 'password'}"><p class="notice" role="status">Your password has been changed.</p></c:when>
  </c:choose>
  <c:if test="${not details.isValid() or not password.isValid()}"><p class="problem" role="alert">Something is missing or wrong: please see below.</p></c:if>
  <p>You are signed on as <strong><c:out value="${visit.customer}"/></strong>. <a href="<c:url value='/orders'/>">Your orders</a></p>
  <form class="panel" action="<c:url value='/account'/>" method="post">
    <h2>Your details</h2>
    <input type="hidden" name="seen" value="<c:out value='${seen}'/>">
    <div class="fields">
      <t:fields form="${details.reach}"/>
      <p class="field">
        <label for="favourite">Favourite category</label>
        <select id="favourite" name="favourite">
          <option value="">None</option>
          <c:forEach items="${categories}" var="shelf"><option value="<c:out value='${shelf.id}'/>"<c:if test="${shelf.id == details.favourite}"> selected</c:if>><c:out value="${shelf.name}"/></option></c:forEach>
        </select>
      </p>
    </div>
    <fieldset>
      <legend>Delivery address (optional)</legend>
      <div class="fields"><t:fields form="${details.place}" optional="true"/></div>
    </fieldset>
    <button>Keep the details</button>
  </form>
  <form class="panel narrow" action="<c:url value='/account/password'/>" method="post">
    <h2>Another password</h2>
    <t:fields form="${password}"/>
    <button>Change the password</button>
  </form>
</t:layout>
