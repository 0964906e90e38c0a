<%@ tag pageEncoding="UTF-8" trimDirectiveWhitespaces="true" description="What is around every page of the supplier" %>
<%@ attribute name="title" required="true" %>
<%@ attribute name="here" description="the part of the site that the page belongs to" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="UTF-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title><c:out value="${title}"/> – Petlab supplier</title>
  <link rel="stylesheet" href="<c:url value='/style.css'/>">
  <link rel="stylesheet" href="<c:url value='/warehouse.css'/>">
  <link rel="icon" href="<c:url value='/paw.svg'/>" type="image/svg+xml">
</head>
<body>
  <a class="skip" href="#main">Skip to the page</a>
  <header>
    <a class="brand" href="<c:url value='/inventory'/>">Petlab supplier</a>
    <c:if test="${not empty pageContext.request.remoteUser}">
      <nav aria-label="Supplier">
        <a href="<c:url value='/inventory'/>"<c:if test="${pageScope.here == 'inventory'}"> aria-current="page"</c:if>>Inventory</a>
        <a href="<c:url value='/orders'/>"<c:if test="${pageScope.here == 'orders'}"> aria-current="page"</c:if>>Orders</a>
        <a href="<c:url value='/shipments'/>"<c:if test="${pageScope.here == 'shipments'}"> aria-current="page"</c:if>>Shipments</a>
        <a href="<c:url value='/invoices'/>"<c:if test="${pageScope.here == 'invoices'}"> aria-current="page"</c:if>>Invoices</a>
        <form action="<c:url value='/signoff'/>" method="post"><button class="link">Sign off <c:out value="${pageContext.request.remoteUser}"/></button></form>
      </nav>
    </c:if>
  </header>
  <main id="main">
    <h1><c:out value="${title}"/></h1>
    <jsp:doBody/>
  </main>
  <footer><p>A testbed: the goods exist in the books only. Times are UTC.</p></footer>
</body>
</html>
