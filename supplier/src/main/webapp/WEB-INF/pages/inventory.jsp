<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Inventory" here="inventory">
  <form class="filters" action="<c:url value='/inventory'/>" method="get">
    <p class="field"><label for="item">Item</label><input id="item" name="item" type="text" maxlength="64" autocapitalize="characters" value="<c:out value='${item}'/>"></p>
    <p class="field"><label for="show">Show</label>
      <select id="show" name="show">
        <option value="all"<c:if test="${choice == 'all'}"> selected</c:if>>all items</option>
        <option value="awaited"<c:if test="${choice == 'awaited'}"> selected</c:if>>what orders wait for</option>
        <option value="out"<c:if test="${choice == 'out'}"> selected</c:if>>what is out of stock</option>
      </select></p>
    <p class="go"><button class="quiet">Show</button></p>
  </form>
  <c:choose>
    <c:when test="${empty page.rows}"><p role="status">No such item.</p></c:when>
    <c:otherwise>
      <div class="table" tabindex="0" role="region" aria-label="Inventory">
      <table>
        <thead><tr><th scope="col">Item</th><th scope="col" class="number">On hand</th><th scope="col" class="number">Awaited by orders</th><th scope="col" class="number">At first</th><th scope="col" class="number">Net arrivals</th></tr></thead>
        <tbody>
          <c:forEach items="${page.rows}" var="row">
            <c:url value="/inventory/${row.itemId}" var="link"/>
            <tr><th scope="row"><a href="<c:out value='${link}'/>"><c:out value="${row.itemId}"/></a></th><td class="number"><c:out value="${row.onHand}"/></td><td class="number"><c:out value="${row.awaited}"/></td><td class="number"><c:out value="${row.initial}"/></td><td class="number"><c:out value="${row.restocked}"/></td></tr>
          </c:forEach>
        </tbody>
      </table>
      </div>
    </c:otherwise>
  </c:choose>
  <c:url value="/inventory" var="first"><c:param name="item" value="${item}"/><c:param name="show" value="${choice}"/></c:url>
  <c:url value="/inventory" var="next"><c:param name="item" value="${item}"/><c:param name="show" value="${choice}"/><c:param name="after" value="${page.next}"/></c:url>
  <t:pager first="${first}" next="${next}" more="${not empty page.next}" later="${not empty param.after}"/>
</t:layout>
