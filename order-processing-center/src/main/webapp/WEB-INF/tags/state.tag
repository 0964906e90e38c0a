<%@ tag pageEncoding="UTF-8" trimDirectiveWhitespaces="true" description="The state of an order" %>
<%@ attribute name="order" required="true" type="java.lang.Object" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:choose>
  <c:when test="${order.awaitingApproval}">PENDING, waits for a decision</c:when>
  <c:otherwise><c:out value="${order.state}"/></c:otherwise>
</c:choose>
