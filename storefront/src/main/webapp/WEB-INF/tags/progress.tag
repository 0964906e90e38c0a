<%@ tag pageEncoding="UTF-8" trimDirectiveWhitespaces="true" description="How far a checkout is: address, payment" %>
<%@ attribute name="at" required="true" type="java.lang.Integer" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<ol class="progress" aria-label="Steps of the checkout">
  <li<c:if test="${at == 1}"> aria-current="step"</c:if>>Address</li>
  <li<c:if test="${at == 2}"> aria-current="step"</c:if>>Payment</li>
  <li<c:if test="${at == 3}"> aria-current="step"</c:if>>Done</li>
</ol>
