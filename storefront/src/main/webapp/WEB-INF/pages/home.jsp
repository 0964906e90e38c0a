<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Which animal is to come and live with you?">
  <ul class="cards pictured front">
    <c:forEach items="${shelves}" var="shelf">
      <c:url value="/category" var="link"><c:param name="id" value="${shelf.category.id}"/></c:url>
      <li><t:picture name="${shelf.picture}"/><a href="<c:out value='${link}'/>"><c:out value="${shelf.category.name}"/></a><p><c:out value="${shelf.category.description}"/></p></li>
    </c:forEach>
  </ul>
  <c:if test="${not empty requestScope.favourite}">
    <h2>Because you like <c:out value="${favourite.name}"/></h2>
    <t:cards products="${products}"/>
  </c:if>
</t:layout>
