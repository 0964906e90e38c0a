<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="${product.name}">
  <c:url value="/category" var="up"><c:param name="id" value="${category.id}"/></c:url>
  <nav class="trail" aria-label="Where you are"><a href="<c:url value='/'/>">Home</a> › <a href="<c:out value='${up}'/>"><c:out value="${category.name}"/></a></nav>
  <div class="split">
    <t:picture name="${product.picture()}" text="Drawing: ${product.name}"/>
    <div>
      <p class="lead"><c:out value="${product.description}"/></p>
      <ul class="offers">
        <c:forEach items="${items}" var="item">
          <c:url value="/item" var="link"><c:param name="id" value="${item.id}"/></c:url>
          <li><a href="<c:out value='${link}'/>"><c:out value="${item.name}"/></a><span class="price">$<c:out value="${item.price}"/></span><p><c:out value="${item.description}"/></p></li>
        </c:forEach>
      </ul>
    </div>
  </div>
</t:layout>
