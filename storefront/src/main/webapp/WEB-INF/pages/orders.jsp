<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Your orders">
  <c:forEach items="${unsettled}" var="open">
    <c:url value="/orders/${open.order().orderId}" var="toOpen"/>
    <p class="notice">We are checking order <a href="<c:out value='${toOpen}'/>"><c:out value="${open.order().orderId}"/></a>: we do not know yet whether it was placed.</p>
  </c:forEach>
  <c:choose>
    <c:when test="${history.total == 0 and not empty unsettled}"></c:when>
    <c:when test="${history.total == 0}">
      <p>You have not ordered anything yet. <a href="<c:url value='/'/>">Look around</a></p>
    </c:when>
    <c:otherwise>
      <div class="table" tabindex="0" role="region" aria-label="Your orders">
      <table>
        <thead><tr><th scope="col">Order</th><th scope="col">Placed on</th><th scope="col">State</th><th scope="col" class="number">Animals</th><th scope="col" class="number">Total</th></tr></thead>
        <tbody>
          <c:forEach items="${history.orders}" var="past">
            <c:url value="/orders/${past.order.orderId}" var="link"/>
            <tr>
              <th scope="row"><a href="<c:out value='${link}'/>"><c:out value="${past.order.orderId}"/></a></th>
              <td><time datetime="<c:out value='${past.placed.iso()}'/>"><c:out value="${past.placed.day()}"/>, <c:out value="${past.placed.time()}"/></time></td>
              <td><span class="badge <c:out value='${past.state.tone}'/>"><c:out value="${past.state.label}"/></span></td>
              <td class="number"><c:out value="${past.animals}"/></td>
              <td class="number">$<c:out value="${past.order.total}"/></td>
            </tr>
          </c:forEach>
        </tbody>
      </table>
      </div>
      <t:pages at="${history.page}" of="${history.pages}" path="/orders"/>
    </c:otherwise>
  </c:choose>
</t:layout>
