<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Orders" here="Orders">
  <form class="filters" action="<c:url value='/admin/orders'/>" method="get">
    <p class="field"><label for="state">State</label>
      <select id="state" name="state">
        <option value="">any</option>
        <c:forEach items="${states}" var="state">
          <c:choose>
            <c:when test="${param.state == state.toString()}"><option selected><c:out value="${state}"/></option></c:when>
            <c:otherwise><option><c:out value="${state}"/></option></c:otherwise>
          </c:choose>
        </c:forEach>
      </select></p>
    <p class="field"><label for="customer">Customer</label><input id="customer" name="customer" type="text" maxlength="64" autocapitalize="none" value="<c:out value='${param.customer}'/>"></p>
    <p class="field"><label for="from">From</label><input id="from" name="from" type="date" value="<c:out value='${param.from}'/>"></p>
    <p class="field"><label for="to">To</label><input id="to" name="to" type="date" value="<c:out value='${param.to}'/>"></p>
    <p class="field long"><label for="text">Number or e-mail begins with</label><input id="text" name="text" type="search" maxlength="200" value="<c:out value='${param.text}'/>"></p>
    <p class="go"><button>Show</button> <a href="<c:url value='/admin/orders'/>">All orders</a></p>
  </form>
  <c:if test="${list.incomplete()}"><p>More than 1,000 orders begin with this number or address, and only the first 1,000 of each are looked at. Write more of it, or the whole address.</p></c:if>
  <c:choose>
    <c:when test="${list.orders.isEmpty()}"><p>There is no such order.</p></c:when>
    <c:otherwise>
      <div class="table" role="region" aria-label="Orders" tabindex="0">
      <table>
        <thead><tr><th scope="col">Order</th><th scope="col">Received</th><th scope="col">Customer</th><th scope="col">State</th><th scope="col" class="number">Total</th></tr></thead>
        <tbody>
          <c:forEach items="${list.orders}" var="order">
            <c:url value="/admin/orders/${order.id}" var="link"/>
            <tr><th scope="row"><a href="<c:out value='${link}'/>"><c:out value="${order.id}"/></a></th><td><t:moment at="${order.receivedAt}"/></td><td><c:out value="${order.customer}"/></td><td><t:state order="${order}"/></td><td class="number">$<c:out value="${order.total}"/></td></tr>
          </c:forEach>
        </tbody>
      </table>
      </div>
    </c:otherwise>
  </c:choose>
  <nav class="pages" aria-label="Pages">
    <c:if test="${not empty param.after}"><a href="<c:url value='/admin/orders'/>">Newest orders</a></c:if>
    <c:if test="${not empty nextPage}"><a rel="next" href="<c:out value='${nextPage}'/>">Older orders</a></c:if>
  </nav>
</t:layout>
