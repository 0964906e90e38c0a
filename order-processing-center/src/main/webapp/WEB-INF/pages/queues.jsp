<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Queues" here="Queues">
  <p>Documents that wait for a step. Those that a step is working on at this moment are not counted.</p>
  <div class="table" role="region" aria-label="Queues" tabindex="0">
  <table>
    <thead><tr><th scope="col">Queue</th><th scope="col">Address</th><th scope="col" class="number">Waiting</th><th scope="col" class="number">Dead letters</th></tr></thead>
    <tbody>
      <c:forEach items="${lengths.queues}" var="queue">
        <tr><th scope="row"><c:out value="${queue.queue}"/></th><td><c:out value="${queue.address}"/></td><td class="number"><c:out value="${queue.waiting}"/></td><td class="number"><c:choose><c:when test="${queue.deadLetters > 0}"><a href="<c:url value='/admin/dead-letters'/>"><c:out value="${queue.deadLetters}"/></a></c:when><c:otherwise>0</c:otherwise></c:choose></td></tr>
      </c:forEach>
    </tbody>
  </table>
  </div>
  <p><a href="<c:url value='/admin/queues'/>">Look again</a></p>
</t:layout>
