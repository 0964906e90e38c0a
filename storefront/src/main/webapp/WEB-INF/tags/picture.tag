<%@ tag pageEncoding="UTF-8" trimDirectiveWhitespaces="true" description="The drawing of an animal; without a text it only decorates what is beside it" %>
<%@ attribute name="name" required="true" %>
<%@ attribute name="text" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:url value="/pictures/${name}.svg" var="drawing"/><img class="picture" src="<c:out value='${drawing}'/>" alt="<c:out value='${pageScope.text}'/>" width="240" height="180">
