<%@ tag pageEncoding="UTF-8" trimDirectiveWhitespaces="true" description="What the customer was written about the order; nothing where mails are not kept" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<div data-part="mails">
  <c:if test="${mails.kept}">
    <h2>Mails to you</h2>
    <c:choose>
      <c:when test="${mails.mails.isEmpty() and timeline.isFinished()}"><p>No mails about this order are kept any more.</p></c:when>
      <c:when test="${mails.mails.isEmpty()}"><p>You have not received any mail about this order yet.</p></c:when>
      <c:otherwise>
        <ul id="mails" class="mails">
          <c:forEach items="${mails.mails}" var="mail">
            <li><details><summary><c:out value="${mail.subject}"/> (<time datetime="<c:out value='${mail.received.iso()}'/>"><c:out value="${mail.received.time()}"/></time>)</summary><p class="letter"><c:out value="${mail.text}"/></p></details></li>
          </c:forEach>
        </ul>
      </c:otherwise>
    </c:choose>
  </c:if>
</div>
