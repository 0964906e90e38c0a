<%@ tag pageEncoding="UTF-8" trimDirectiveWhitespaces="true" description="The fields of a form, each with what is wrong with it; a password is never written back" %>
<%@ attribute name="form" required="true" type="org.petlab.pages.Form" %>
<%@ attribute name="optional" type="java.lang.Boolean" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:forEach items="${form.fields}" var="field">
  <p class="field">
    <label for="<c:out value='${field.name}'/>"><c:out value="${field.label}"/></label>
    <input id="<c:out value='${field.name}'/>" name="<c:out value='${field.name}'/>" type="<c:out value='${field.type}'/>"<c:if test="${field.type != 'password'}"> value="<c:out value='${field.value}'/>"</c:if> autocomplete="<c:out value='${field.autocomplete}'/>" maxlength="90"<c:if test="${not pageScope.optional}"> required</c:if><c:if test="${not empty field.problem}"> aria-invalid="true" aria-describedby="<c:out value='${field.name}'/>-problem"</c:if>>
    <c:if test="${not empty field.problem}"><span class="problem" id="<c:out value='${field.name}'/>-problem"><c:out value="${field.problem}"/></span></c:if>
  </p>
</c:forEach>
