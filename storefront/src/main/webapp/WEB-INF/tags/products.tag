<%@ tag pageEncoding="UTF-8" trimDirectiveWhitespaces="true" description="One page of a list of products, with links to the pages beside it" %>
<%@ attribute name="list" required="true" type="org.petlab.storefront.catalog.ProductList" %>
<%@ attribute name="path" required="true" %>
<%@ attribute name="parameter" required="true" %>
<%@ attribute name="value" required="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<ul class="cards">
  <c:forEach items="${list.products}" var="product">
    <c:url value="/product" var="link"><c:param name="id" value="${product.id}"/></c:url>
    <li><a href="<c:out value='${link}'/>"><c:out value="${product.name}"/></a><p><c:out value="${product.description}"/></p></li>
  </c:forEach>
</ul>
<c:if test="${list.pages > 1}">
  <nav class="pages" aria-label="Pages of this list">
    <c:if test="${list.page > 1}">
      <c:url value="${path}" var="link"><c:param name="${parameter}" value="${value}"/><c:param name="page" value="${list.page - 1}"/></c:url>
      <a href="<c:out value='${link}'/>" rel="prev">Previous</a>
    </c:if>
    <span>Page <c:out value="${list.page}"/> of <c:out value="${list.pages}"/></span>
    <c:if test="${list.page < list.pages}">
      <c:url value="${path}" var="link"><c:param name="${parameter}" value="${value}"/><c:param name="page" value="${list.page + 1}"/></c:url>
      <a href="<c:out value='${link}'/>" rel="next">Next</a>
    </c:if>
  </nav>
</c:if>
