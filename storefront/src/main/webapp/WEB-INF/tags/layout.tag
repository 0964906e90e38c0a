<%@ tag pageEncoding="UTF-8" trimDirectiveWhitespaces="true" description="What stands around every page" %>
<%@ attribute name="title" required="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="UTF-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title><c:out value="${title}"/> – Petlab pet store</title>
  <link rel="stylesheet" href="<c:url value='/style.css'/>">
  <link rel="icon" href="<c:url value='/paw.svg'/>" type="image/svg+xml">
</head>
<body>
  <a class="skip" href="#main">Skip to the page</a>
  <header>
    <a class="brand" href="<c:url value='/'/>">Petlab pet store</a>
    <form class="search" action="<c:url value='/search'/>" method="get" role="search">
      <input type="search" name="q" maxlength="100" required aria-label="Search for animals" placeholder="Search" value="<c:out value='${query}'/>">
      <button>Search</button>
    </form>
    <nav aria-label="Your visit">
      <a href="<c:url value='/cart'/>">Cart<c:if test="${not empty visit and visit.cart.size() > 0}"> (<c:out value="${visit.cart.size()}"/>)</c:if></a>
      <c:choose>
        <c:when test="${not empty visit.customer}">
          <form action="<c:url value='/signoff'/>" method="post"><button class="link">Sign off <c:out value="${visit.customer}"/></button></form>
        </c:when>
        <c:otherwise><a href="<c:url value='/signon'/>">Sign on</a></c:otherwise>
      </c:choose>
    </nav>
  </header>
  <main id="main">
    <h1><c:out value="${title}"/></h1>
    <jsp:doBody/>
  </main>
  <footer><p>A testbed: no animal is sold here, and no card is charged.</p></footer>
</body>
</html>
