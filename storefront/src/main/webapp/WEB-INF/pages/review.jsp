<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:layout title="Your order">
  <t:progress at="2"/>
  <t:lines cart="${visit.cart}"/>
  <div class="halves">
    <section class="panel">
      <h2>Delivered to</h2>
      <address>
        <c:out value="${visit.address.name()}"/><br>
        <c:out value="${visit.address.street}"/><br>
        <c:out value="${visit.address.postalCode} ${visit.address.city}"/><br>
        <c:out value="${visit.address.country}"/><br>
        <c:out value="${visit.address.telephone}"/><br>
        <c:out value="${visit.address.email}"/>
      </address>
      <form action="<c:url value='/checkout'/>" method="post"><button class="link">Change the address</button></form>
    </section>
    <section class="panel">
      <h2>Paid by card</h2>
      <form action="<c:url value='/order'/>" method="post">
        <input type="hidden" name="offer" value="<c:out value='${offer}'/>">
        <t:fields form="${form}"/>
        <p class="hint">No card is charged. To try it: 4111 1111 1111 1111, 12/2030.</p>
        <button>Order for $<c:out value="${visit.cart.total()}"/></button>
      </form>
    </section>
  </div>
</t:layout>
