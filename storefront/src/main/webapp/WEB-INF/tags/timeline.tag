<%@ tag pageEncoding="UTF-8" trimDirectiveWhitespaces="true" description="The part of an order's page that changes while the order is on its way" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<c:url value="/orders/${order.orderId}/timeline" var="timelineLink"/>
<div id="timeline" data-url="<c:out value='${timelineLink}'/>" data-finished="<c:out value='${timeline.isFinished()}'/>">
  <p class="state" role="status" data-part="state"><strong class="badge <c:out value='${timeline.state.tone}'/>" id="order-state"><c:out value="${timeline.state.label}"/></strong> <c:out value="${timeline.state.sentence}"/></p>
  <ol class="timeline" data-part="stages">
    <c:forEach items="${stages}" var="stage">
      <li class="<c:out value='${stage.progress}'/>">
        <strong><c:out value="${stage.name}"/></strong> <span class="hidden">(<c:out value="${stage.inWords()}"/>)</span>
        <c:if test="${not empty stage.at}"><time datetime="<c:out value='${stage.at.iso()}'/>"><c:out value="${stage.at.time()}"/></time></c:if>
        <c:if test="${not empty stage.sentence}"><p><c:out value="${stage.sentence}"/></p></c:if>
      </li>
    </c:forEach>
  </ol>
  <t:mails/>
  <details>
    <summary>Behind the counter</summary>
    <div data-part="steps">
      <c:choose>
        <c:when test="${timeline.steps.isEmpty()}"><p>No steps yet.</p></c:when>
        <c:otherwise>
          <div class="table" tabindex="0" role="region" aria-label="Steps of the order">
          <table>
            <thead><tr><th scope="col">Began</th><th scope="col">Step</th><th scope="col">Where</th><th scope="col" class="number">Took</th><th scope="col">Sent by</th></tr></thead>
            <tbody>
              <c:forEach items="${timeline.steps}" var="step">
                <tr>
                  <td><time datetime="<c:out value='${step.began().iso()}'/>"><c:out value="${step.began().time()}"/></time></td>
                  <th scope="row"><c:out value="${step.step}"/><c:if test="${step.deliveries > 1}"> (delivery <c:out value="${step.deliveries}"/>)</c:if><c:if test="${step.outcome != 'committed'}">, <c:out value="${step.outcome}"/></c:if></th>
                  <td><c:out value="${step.application}"/></td>
                  <td class="number"><c:out value="${step.took()}"/></td>
                  <td><c:if test="${not empty step.delegate}"><c:out value="${step.delegate}"/> (<c:out value="${step.transition}"/>)</c:if></td>
                </tr>
              </c:forEach>
            </tbody>
          </table>
          </div>
        </c:otherwise>
      </c:choose>
    </div>
  </details>
</div>
