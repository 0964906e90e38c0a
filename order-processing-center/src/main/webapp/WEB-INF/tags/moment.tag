<%@ tag pageEncoding="UTF-8" trimDirectiveWhitespaces="true" description="A moment, UTC" %>
<%@ attribute name="at" required="true" type="java.time.Instant" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="fn" uri="jakarta.tags.functions" %>
<time datetime="<c:out value='${at}'/>"><c:out value="${fn:replace(fn:replace(at, 'T', ' '), 'Z', '')}"/></time>
