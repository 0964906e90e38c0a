<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Sales" here="Sales">
  <form class="filters" action="<c:url value='/admin/sales'/>" method="get">
    <p class="field"><label for="from">From</label><input id="from" name="from" type="date" value="<c:out value='${sales.from}'/>"></p>
    <p class="field"><label for="to">To</label><input id="to" name="to" type="date" value="<c:out value='${sales.to}'/>"></p>
    <p class="go"><button>Show</button></p>
  </form>
  <p>What was sold: the lines of orders that are approved, on the day on which they were received.</p>
  <c:choose>
    <c:when test="${sales.sales.isEmpty()}"><p>Nothing was sold in these days.</p></c:when>
    <c:otherwise>
      <t:chart chart="${chart}"/>
      <h2>By category</h2>
      <div class="table" role="region" aria-label="Sales by category" tabindex="0">
      <table>
        <thead><tr><th scope="col">Category</th><th scope="col" class="number">Items</th><th scope="col" class="number">Amount</th></tr></thead>
        <tbody>
          <c:forEach items="${sales.totals}" var="total"><tr><th scope="row"><c:out value="${total.category}"/></th><td class="number"><c:out value="${total.items}"/></td><td class="number">$<c:out value="${total.amount}"/></td></tr></c:forEach>
        </tbody>
        <tfoot><tr><th scope="row">All</th><td class="number"><c:out value="${sales.items}"/></td><td class="number">$<c:out value="${sales.total}"/></td></tr></tfoot>
      </table>
      </div>
      <h2>By day</h2>
      <div class="table" role="region" aria-label="Sales by day" tabindex="0">
      <table>
        <thead><tr><th scope="col">Day</th><th scope="col">Category</th><th scope="col" class="number">Items</th><th scope="col" class="number">Amount</th></tr></thead>
        <tbody>
          <c:forEach items="${sales.sales}" var="sale"><tr><th scope="row" class="date"><c:out value="${sale.day}"/></th><td><c:out value="${sale.category}"/></td><td class="number"><c:out value="${sale.items}"/></td><td class="number">$<c:out value="${sale.amount}"/></td></tr></c:forEach>
        </tbody>
      </table>
      </div>
    </c:otherwise>
  </c:choose>
</t:layout>
