<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Transitions" here="Transitions">
  <c:if test="${not empty message}"><p class="message" role="status"><c:out value="${message}"/></p></c:if>
  <p>How documents are sent from one step to the next. A switch applies to what is sent afterwards; documents in transit are not affected.</p>
  <div class="table" role="region" aria-label="Transitions" tabindex="0">
  <table>
    <thead><tr><th scope="col">Transition</th><th scope="col">From</th><th scope="col">To</th><th scope="col">Delegate</th><th scope="col">Switch</th></tr></thead>
    <tbody>
      <c:forEach items="${switches.transitions}" var="each">
        <tr>
          <th scope="row"><c:out value="${each.transition}"/></th>
          <td><c:out value="${each.sender}"/></td>
          <td><c:out value="${each.receiver}"/></td>
          <td id="delegate-of-<c:out value='${each.transition}'/>"><t:delegate named="${each.delegate}"/></td>
          <td>
            <c:choose>
              <c:when test="${each.switchable}">
                <form class="inline together" action="<c:url value='/admin/transitions'/>" method="post">
                  <input type="hidden" name="transition" value="<c:out value='${each.transition}'/>">
                  <select name="delegate" aria-label="Delegate of <c:out value='${each.transition}'/>">
                    <c:forEach items="${switches.delegates}" var="delegate">
                      <c:choose>
                        <c:when test="${delegate == each.delegate}"><option selected><c:out value="${delegate}"/></option></c:when>
                        <c:otherwise><option><c:out value="${delegate}"/></option></c:otherwise>
                      </c:choose>
                    </c:forEach>
                  </select>
                  <button aria-label="Switch <c:out value='${each.transition}'/>">Switch</button>
                </form>
              </c:when>
              <c:otherwise>stays within its application</c:otherwise>
            </c:choose>
          </td>
        </tr>
      </c:forEach>
    </tbody>
  </table>
  </div>
</t:layout>
