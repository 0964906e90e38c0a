<%@ tag pageEncoding="UTF-8" trimDirectiveWhitespaces="true" description="A place in the menu, marked when it is the one shown" %>
<%@ attribute name="path" required="true" %>
<%@ attribute name="name" required="true" %>
<%@ attribute name="here" required="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:url value="${path}" var="link"/>
<c:choose>
  <c:when test="${name == pageScope.here}"><a href="<c:out value='${link}'/>" aria-current="page"><c:out value="${name}"/></a></c:when>
  <c:otherwise><a href="<c:out value='${link}'/>"><c:out value="${name}"/></a></c:otherwise>
</c:choose>
