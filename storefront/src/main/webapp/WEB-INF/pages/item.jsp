<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="${item.name}">
  <c:url value="/category" var="toCategory"><c:param name="id" value="${category.id}"/></c:url>
  <c:url value="/product" var="toProduct"><c:param name="id" value="${product.id}"/></c:url>
  <nav class="trail" aria-label="Where you are"><a href="<c:url value='/'/>">Home</a> › <a href="<c:out value='${toCategory}'/>"><c:out value="${category.name}"/></a> › <a href="<c:out value='${toProduct}'/>"><c:out value="${product.name}"/></a></nav>
  <div class="split">
    <t:picture name="${item.picture()}" text="Drawing: ${product.name}"/>
    <div class="panel">
      <p class="lead"><c:out value="${item.description}"/></p>
      <p class="price">$<c:out value="${item.price}"/></p>
      <p class="badge <c:out value='${stock.kind}'/>" id="stock"><c:out value="${stock.sentence}"/></p>
      <form class="inline" action="<c:url value='/cart'/>" method="post">
        <input type="hidden" name="item" value="<c:out value='${item.id}'/>">
        <label for="quantity">Quantity</label>
        <input id="quantity" name="quantity" type="number" min="1" max="999" value="1" required>
        <button>Add to cart</button>
      </form>
    </div>
  </div>
</t:layout>
