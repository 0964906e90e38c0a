<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="${category.name}">
  <nav class="trail" aria-label="Where you are"><a href="<c:url value='/'/>">Home</a></nav>
  <p><c:out value="${category.description}"/></p>
  <t:products list="${list}" path="/category" parameter="id" value="${category.id}"/>
</t:layout>
