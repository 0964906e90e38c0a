<%@ tag pageEncoding="UTF-8" trimDirectiveWhitespaces="true" description="The delegate of a transition, as its sender says it; null when it does not answer" %>
<%@ attribute name="named" required="true" type="java.lang.String" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="fn" uri="jakarta.tags.functions" %>
<c:choose>
  <c:when test="${fn:startsWith(named, 'drawn:')}">drawn per order: <c:out value="${fn:replace(fn:substringAfter(fn:substringAfter(named, ':'), ':'), ',', ', ')}"/></c:when>
  <c:when test="${empty named}">the sender does not answer</c:when>
  <c:otherwise><c:out value="${named}"/></c:otherwise>
</c:choose>
