<%@ tag pageEncoding="UTF-8" trimDirectiveWhitespaces="true" description="Links to the pages of a list beside this one" %>
<%@ attribute name="at" required="true" type="java.lang.Integer" %>
<%@ attribute name="of" required="true" type="java.lang.Integer" %>
<%@ attribute name="path" required="true" %>
<%@ attribute name="parameter" %>
<%@ attribute name="value" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:if test="${of > 1}">
  <nav class="pages" aria-label="Pages of this list">
    <c:if test="${at > 1}">
      <c:url value="${path}" var="link"><c:if test="${not empty pageScope.parameter}"><c:param name="${pageScope.parameter}" value="${pageScope.value}"/></c:if><c:param name="page" value="${at - 1}"/></c:url>
      <a href="<c:out value='${link}'/>" rel="prev">Previous</a>
    </c:if>
    <span>Page <c:out value="${at}"/> of <c:out value="${of}"/></span>
    <c:if test="${at < of}">
      <c:url value="${path}" var="link"><c:if test="${not empty pageScope.parameter}"><c:param name="${pageScope.parameter}" value="${pageScope.value}"/></c:if><c:param name="page" value="${at + 1}"/></c:url>
      <a href="<c:out value='${link}'/>" rel="next">Next</a>
    </c:if>
  </nav>
</c:if>
