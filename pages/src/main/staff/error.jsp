<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:choose>
  <c:when test="${status == 400}"><c:set var="title" value="Invalid request"/></c:when>
  <c:when test="${status == 403}"><c:set var="title" value="Not allowed"/></c:when>
  <c:when test="${status == 404}"><c:set var="title" value="Not found"/></c:when>
  <c:when test="${status == 405}"><c:set var="title" value="Not possible"/></c:when>
  <c:when test="${status == 409}"><c:set var="title" value="Not possible right now"/></c:when>
  <c:when test="${status == 413}"><c:set var="title" value="Request too large"/></c:when>
  <c:when test="${status == 429}"><c:set var="title" value="Too many requests"/></c:when>
  <c:when test="${status == 503}"><c:set var="title" value="Not possible right now"/></c:when>
  <c:otherwise><c:set var="title" value="Something went wrong"/></c:otherwise>
</c:choose>
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="UTF-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title><c:out value="${title}"/> – <c:out value="${pageContext.servletContext.servletContextName}"/></title>
  <link rel="stylesheet" href="<c:url value='/style.css'/>">
  <link rel="icon" href="<c:url value='/paw.svg'/>" type="image/svg+xml">
</head>
<body>
  <header><a class="brand" href="<c:url value='/'/>"><c:out value="${pageContext.servletContext.servletContextName}"/></a></header>
  <main id="main">
    <h1><c:out value="${title}"/></h1>
    <p role="alert">
      <c:choose>
        <c:when test="${not empty message}"><c:out value="${message}"/></c:when>
        <c:when test="${status == 404}">There is no such page.</c:when>
        <c:when test="${status == 405}">This page does not support that method.</c:when>
        <c:otherwise>The request could not be completed.</c:otherwise>
      </c:choose>
    </p>
    <c:if test="${not empty reference}"><p>Its reference in the log is <strong id="reference"><c:out value="${reference}"/></strong>.</p></c:if>
    <p><a href="<c:url value='/'/>">Back to the first page</a></p>
  </main>
</body>
</html>
