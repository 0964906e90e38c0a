<%@ tag pageEncoding="UTF-8" trimDirectiveWhitespaces="true" description="The lines of an order or an invoice, as a list" %>
<%@ attribute name="lines" required="true" type="java.util.List" %>
<%@ attribute name="states" type="java.lang.Boolean" description="whether to say which of them wait" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<ul class="wares">
  <c:forEach items="${lines}" var="line">
    <c:url value="/inventory/${line.itemId}" var="link"/>
    <li><c:out value="${line.quantity}"/> × <a href="<c:out value='${link}'/>"><c:out value="${line.itemId}"/></a> <c:out value="${line.description}"/>
      <c:if test="${pageScope.states and not line.shipped}"> <strong class="waits">waits</strong></c:if></li>
  </c:forEach>
</ul>
