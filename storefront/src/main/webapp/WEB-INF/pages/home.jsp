<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Welcome">
  <p>Which animal is to come and live with you?</p>
  <ul class="cards">
    <c:forEach items="${categories}" var="category">
      <c:url value="/category" var="link"><c:param name="id" value="${category.id}"/></c:url>
      <li><a href="<c:out value='${link}'/>"><c:out value="${category.name}"/></a><p><c:out value="${category.description}"/></p></li>
    </c:forEach>
  </ul>
</t:layout>
