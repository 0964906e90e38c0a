<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Where to deliver?">
  <c:if test="${not form.isFine()}"><p class="problem" role="alert">Something is missing or wrong: please see below.</p></c:if>
  <form action="<c:url value='/checkout/address'/>" method="post">
    <t:fields form="${form}"/>
    <button>Go on</button>
  </form>
</t:layout>
