<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<c:set var="order" value="${details.order}"/>
<t:layout title="Order ${order.id}" here="Orders">
  <nav class="trail" aria-label="Where you are"><a href="<c:url value='/admin/orders'/>">Orders</a></nav>
  <dl class="facts">
    <div><dt>State</dt><dd id="order-state"><t:state order="${order}"/></dd></div>
    <c:if test="${not empty details.refusal}"><div><dt>Denied because</dt><dd><c:out value="${details.refusal}"/></dd></div></c:if>
    <div><dt>Received</dt><dd><t:moment at="${order.receivedAt}"/></dd></div>
    <div><dt>Customer</dt><dd><c:out value="${order.customer}"/>, <c:out value="${order.email}"/></dd></div>
    <c:if test="${not empty details.shipTo}"><div><dt>Ships to</dt><dd><address><c:out value="${details.shipTo.name}"/>, <c:out value="${details.shipTo.street}"/>, <c:out value="${details.shipTo.city}"/>, <c:out value="${details.shipTo.postalCode}"/>, <c:out value="${details.shipTo.country}"/></address></dd></div></c:if>
    <div><dt>Total</dt><dd>$<c:out value="${order.total}"/></dd></div>
    <c:if test="${details.duplicates > 0}"><div><dt>Duplicate documents</dt><dd><c:out value="${details.duplicates}"/></dd></div></c:if>
  </dl>
  <c:if test="${order.awaitingApproval}">
    <form class="inline go" action="<c:url value='/admin/waiting'/>" method="post">
      <input type="hidden" name="order" value="<c:out value='${order.id}'/>">
      <button name="decision" value="APPROVED">Approve</button> <button class="quiet" name="decision" value="DENIED">Deny</button>
    </form>
  </c:if>

  <h2>Items</h2>
  <div class="table" role="region" aria-label="Items" tabindex="0">
  <table>
    <thead><tr><th scope="col">Item</th><th scope="col" class="number">Ordered</th><th scope="col" class="number">Shipped</th><th scope="col" class="number">Price</th></tr></thead>
    <tbody>
      <c:forEach items="${details.lines}" var="line">
        <tr><th scope="row"><c:out value="${empty line.description ? line.itemId : line.description}"/></th><td class="number"><c:out value="${line.quantity}"/></td><td class="number"><c:out value="${line.shipped}"/></td><td class="number">$<c:out value="${line.unitPrice}"/></td></tr>
      </c:forEach>
    </tbody>
  </table>
  </div>

  <h2>History</h2>
  <c:forEach items="${details.unanswered}" var="application"><p class="problem" role="alert">The <c:out value="${application}"/> does not answer: its steps are missing here.</p></c:forEach>
  <c:choose>
    <c:when test="${details.steps.isEmpty()}"><p>No steps of this order are recorded.</p></c:when>
    <c:otherwise>
      <div class="table" role="region" aria-label="History" tabindex="0">
      <table id="history" class="dense">
        <thead><tr><th scope="col">Step</th><th scope="col">Application</th><th scope="col">Began</th><th scope="col" class="number">Took</th><th scope="col">Delivery</th><th scope="col">Outcome</th><th scope="col">Sent along</th><th scope="col">by</th></tr></thead>
        <tbody>
          <c:forEach items="${details.steps}" var="step">
            <tr class="<c:out value='${step.outcome}'/>">
              <th scope="row"><c:out value="${step.step}"/></th>
              <td><c:out value="${step.application}"/></td>
              <td><t:moment at="${step.beganAt}" precise="true"/></td>
              <td class="number"><c:out value="${step.tookMs}"/>&nbsp;ms</td>
              <td><c:choose><c:when test="${step.deliveries == 0}">by a person</c:when><c:when test="${step.deliveries == 1}">first</c:when><c:otherwise>redelivery <c:out value="${step.deliveries - 1}"/></c:otherwise></c:choose></td>
              <td><c:out value="${step.outcome}"/></td>
              <td><c:out value="${step.transition}" default="–"/></td>
              <td><c:out value="${step.delegate}" default="–"/></td>
            </tr>
          </c:forEach>
        </tbody>
      </table>
      </div>
    </c:otherwise>
  </c:choose>

  <h2>Mails</h2>
  <c:choose>
    <c:when test="${details.mails.isEmpty()}"><p>Nothing is kept of mails to the customer.</p></c:when>
    <c:otherwise>
      <ul id="mails">
        <c:forEach items="${details.mails}" var="mail">
          <li>
            <c:choose>
              <c:when test="${empty mail.text}"><c:out value="${mail.kind}"/>, <t:moment at="${mail.sentAt}" precise="true"/></c:when>
              <c:otherwise>
                <details><summary><c:out value="${mail.subject}"/> (<c:out value="${mail.kind}"/>, <t:moment at="${mail.sentAt}" precise="true"/>)</summary><p class="letter"><c:out value="${mail.text}"/></p></details>
              </c:otherwise>
            </c:choose>
          </li>
        </c:forEach>
      </ul>
    </c:otherwise>
  </c:choose>
</t:layout>
