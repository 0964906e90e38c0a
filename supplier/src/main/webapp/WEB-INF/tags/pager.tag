<%@ tag pageEncoding="UTF-8" trimDirectiveWhitespaces="true" description="Links to the other parts of a long list" %>
<%@ attribute name="first" required="true" description="the address of the first part" %>
<%@ attribute name="next" required="true" description="the address of the next part" %>
<%@ attribute name="more" required="true" type="java.lang.Boolean" %>
<%@ attribute name="later" required="true" type="java.lang.Boolean" description="whether this is a later part" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:if test="${more or later}">
  <nav class="pages" aria-label="Parts of this list">
    <c:if test="${later}"><a href="<c:out value='${first}'/>">To the start</a></c:if>
    <c:if test="${more}"><a href="<c:out value='${next}'/>" rel="next">Next</a></c:if>
  </nav>
</c:if>
