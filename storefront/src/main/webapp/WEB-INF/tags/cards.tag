<%@ tag pageEncoding="UTF-8" trimDirectiveWhitespaces="true" description="Products as cards" %>
<%@ attribute name="products" required="true" type="java.util.List" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<ul class="cards pictured">
  <c:forEach items="${products}" var="product">
    <c:url value="/product" var="link"><c:param name="id" value="${product.id}"/></c:url>
    <li><t:picture name="${product.picture()}"/><a href="<c:out value='${link}'/>"><c:out value="${product.name}"/></a><p><c:out value="${product.description}"/></p></li>
  </c:forEach>
</ul>
