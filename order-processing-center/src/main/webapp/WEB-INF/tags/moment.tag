<%@ tag pageEncoding="UTF-8" trimDirectiveWhitespaces="true" description="A moment, UTC, to the second; a precise one to the millisecond" %>
<%@ attribute name="at" required="true" type="java.time.Instant" %>
<%@ attribute name="precise" required="false" type="java.lang.Boolean" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="fn" uri="jakarta.tags.functions" %>
<time datetime="<c:out value='${at}'/>"><c:out value="${fn:replace(fn:replace(pageScope.precise ? at : fn:substring(at, 0, 19), 'T', ' '), 'Z', '')}"/></time>
