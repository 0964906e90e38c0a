<%@ tag pageEncoding="UTF-8" trimDirectiveWhitespaces="true" description="What is in a cart, to be looked at" %>
<%@ attribute name="cart" required="true" type="org.petlab.storefront.cart.Cart" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<div class="table" tabindex="0" role="region" aria-label="What you order">
<table>
  <thead><tr><th scope="col">Item</th><th scope="col" class="number">Quantity</th><th scope="col" class="number">Price</th><th scope="col" class="number">Total</th></tr></thead>
  <tbody>
    <c:forEach items="${cart.lines}" var="line">
      <tr><th scope="row"><c:out value="${line.item.name}"/></th><td class="number"><c:out value="${line.quantity}"/></td><td class="number">$<c:out value="${line.item.price}"/></td><td class="number">$<c:out value="${line.total()}"/></td></tr>
    </c:forEach>
  </tbody>
  <tfoot><tr><th scope="row" colspan="3">Total</th><td class="number">$<c:out value="${cart.total()}"/></td></tr></tfoot>
</table>
</div>
