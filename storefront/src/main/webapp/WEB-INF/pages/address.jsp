<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Where to deliver?">
  <t:progress at="1"/>
  <c:if test="${not form.isValid()}"><p class="problem" role="alert">Something is missing or wrong: please see below.</p></c:if>
  <form class="panel" action="<c:url value='/checkout/address'/>" method="post">
    <div class="fields"><t:fields form="${form}"/></div>
    <p class="choice"><input id="keep" name="keep" type="checkbox" value="yes"<c:if test="${keeps}"> checked</c:if>> <label for="keep">Save this address in my account</label></p>
    <button>Continue</button>
  </form>
</t:layout>
