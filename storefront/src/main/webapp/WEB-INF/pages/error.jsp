<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<c:set var="code" value="${status}"/>
<c:choose>
  <c:when test="${code == 400}"><c:set var="title" value="Invalid request"/></c:when>
  <c:when test="${code == 403}"><c:set var="title" value="Not allowed"/></c:when>
  <c:when test="${code == 404}"><c:set var="title" value="Not found"/></c:when>
  <c:when test="${code == 405}"><c:set var="title" value="Not possible"/></c:when>
  <c:when test="${code == 413}"><c:set var="title" value="Request too large"/></c:when>
  <c:when test="${code == 409}"><c:set var="title" value="Not possible right now"/></c:when>
  <c:when test="${code == 429}"><c:set var="title" value="Too many requests"/></c:when>
  <c:when test="${code == 503}"><c:set var="title" value="Not possible right now"/></c:when>
  <c:otherwise><c:set var="title" value="Something went wrong"/></c:otherwise>
</c:choose>
<t:layout title="${title}">
  <p role="alert">
    <c:choose>
      <c:when test="${not empty message}"><c:out value="${message}"/></c:when>
      <c:when test="${code == 404}">There is no such page.</c:when>
      <c:when test="${code == 405}">This page does not support that method.</c:when>
      <c:otherwise>We could not complete your request. The fault is ours; please try again.</c:otherwise>
    </c:choose>
  </p>
  <c:if test="${not empty reference}"><p>If it happens again, tell us this reference: <strong id="reference"><c:out value="${reference}"/></strong></p></c:if>
  <p><a href="<c:url value='/'/>">To the store</a> or <a href="<c:url value='/cart'/>">to your cart</a></p>
</t:layout>
