<%@ tag pageEncoding="UTF-8" trimDirectiveWhitespaces="true" description="What is around every page" %>
<%@ attribute name="title" required="true" %>
<%@ attribute name="here" required="false" description="The page's own place in the menu" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="UTF-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title><c:out value="${title}"/> – Petlab administration</title>
  <link rel="stylesheet" href="<c:url value='/style.css'/>">
  <link rel="stylesheet" href="<c:url value='/staff.css'/>">
  <link rel="icon" href="<c:url value='/paw.svg'/>" type="image/svg+xml">
</head>
<body>
  <a class="skip" href="#main">Skip to the page</a>
  <header>
    <a class="brand" href="<c:url value='/admin/orders'/>">Petlab administration</a>
    <c:if test="${not empty pageContext.request.userPrincipal}">
      <nav class="menu" aria-label="Administration">
        <t:place path="/admin/orders" name="Orders" here="${pageScope.here}"/>
        <t:place path="/admin/waiting" name="Waiting" here="${pageScope.here}"/>
        <t:place path="/admin/sales" name="Sales" here="${pageScope.here}"/>
        <t:place path="/admin/dead-letters" name="Dead letters" here="${pageScope.here}"/>
        <t:place path="/admin/queues" name="Queues" here="${pageScope.here}"/>
        <t:place path="/admin/transitions" name="Transitions" here="${pageScope.here}"/>
      </nav>
      <form action="<c:url value='/signoff'/>" method="post"><button class="link">Sign off <c:out value="${pageContext.request.userPrincipal.name}"/></button></form>
    </c:if>
  </header>
  <main id="main">
    <h1><c:out value="${title}"/></h1>
    <jsp:doBody/>
  </main>
  <footer><p>All times are UTC. A testbed: no animal is sold here, and no card is charged.</p></footer>
</body>
</html>
