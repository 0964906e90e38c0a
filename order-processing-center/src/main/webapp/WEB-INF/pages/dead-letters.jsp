<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Dead letters" here="Dead letters">
  <c:choose>
    <c:when test="${dead.letters.isEmpty()}"><p>There are no dead letters: every document was processed by its step.</p></c:when>
    <c:otherwise>
      <p>No step could process these documents. <em>Retry</em> puts one back into its queue, <em>discard</em> deletes it permanently.</p>
      <c:if test="${dead.orMore}"><p class="problem">There are more than shown here.</p></c:if>
      <div class="table" role="region" aria-label="Dead letters" tabindex="0">
      <table class="dense">
        <thead><tr><th scope="col">Queue</th><th scope="col">Order</th><th scope="col">Document</th><th scope="col">Since</th><th scope="col">Reason</th><th scope="col">What to do</th></tr></thead>
        <tbody>
          <c:forEach items="${dead.letters}" var="letter">
            <c:url value="/admin/orders/${letter.orderId}" var="link"/>
            <tr>
              <th scope="row"><c:out value="${letter.queue}"/></th>
              <td><c:choose><c:when test="${letter.orderId == 'unknown'}">unknown</c:when><c:otherwise><a href="<c:out value='${link}'/>"><c:out value="${letter.orderId}"/></a></c:otherwise></c:choose></td>
              <td><c:out value="${letter.documentId}"/></td>
              <td><t:moment at="${letter.sentAt}"/></td>
              <td class="reason"><c:out value="${letter.reason}"/></td>
              <td><form class="inline together" action="<c:url value='/admin/dead-letters'/>" method="post">
                <input type="hidden" name="queue" value="<c:out value='${letter.queue}'/>"><input type="hidden" name="id" value="<c:out value='${letter.id}'/>">
                <c:if test="${letter.retriable}"><button name="action" value="retry">Retry</button>
                <button class="quiet" name="action" value="discard">Discard</button></c:if>
              </form></td>
            </tr>
          </c:forEach>
        </tbody>
      </table>
      </div>
    </c:otherwise>
  </c:choose>
</t:layout>
