<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Search">
  <p role="status">
    <c:choose>
      <c:when test="${empty query}">Type a word to search for.</c:when>
      <c:when test="${list.total == 0}">No results for <q><c:out value="${query}"/></q>.</c:when>
      <c:otherwise>Found for <q><c:out value="${query}"/></q>: <c:out value="${list.total}"/></c:otherwise>
    </c:choose>
  </p>
  <t:products list="${list}" path="/search" parameter="q" value="${query}"/>
</t:layout>
