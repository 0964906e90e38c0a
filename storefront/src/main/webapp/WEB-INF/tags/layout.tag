<%@ tag pageEncoding="UTF-8" trimDirectiveWhitespaces="true" description="What is around every page" %>
<%@ attribute name="title" required="true" %>
<%@ attribute name="script" %>
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
  <c:if test="${not empty pageScope.script}"><c:url value="/${pageScope.script}" var="scriptLink"/><script src="<c:out value='${scriptLink}'/>" defer></script></c:if>
</head>
<body>
  <a class="skip" href="#main">Skip to the page</a>
  <header>
    <a class="brand" href="<c:url value='/'/>"><img src="<c:url value='/paw.svg'/>" alt="" width="28" height="28">Petlab pet store</a>
    <form class="search" action="<c:url value='/search'/>" method="get" role="search">
      <input type="search" name="q" maxlength="100" required aria-label="Search for animals" placeholder="Search" value="<c:out value='${requestScope.query}'/>">
      <button>Search</button>
    </form>
    <nav aria-label="Your visit">
      <a href="<c:url value='/cart'/>">Cart<c:if test="${requestScope.piecesInCart > 0}"> (<c:out value="${piecesInCart}"/>)</c:if></a>
      <c:choose>
        <c:when test="${not empty requestScope.visitor}">
          <a href="<c:url value='/orders'/>">Orders</a>
          <a href="<c:url value='/account'/>">Account</a>
          <form action="<c:url value='/signoff'/>" method="post"><button class="link">Sign off <c:out value="${visitor}"/></button></form>
        </c:when>
        <c:otherwise>
          <a href="<c:url value='/signon'/>">Sign on</a>
          <a href="<c:url value='/register'/>">Register</a>
        </c:otherwise>
      </c:choose>
    </nav>
    <c:if test="${not empty requestScope.categories}">
      <nav class="shelves" aria-label="Categories">
        <c:forEach items="${categories}" var="shelf">
          <c:url value="/category" var="link"><c:param name="id" value="${shelf.id}"/></c:url>
          <a href="<c:out value='${link}'/>"<c:if test="${shelf.id == requestScope.category.id}"> aria-current="true"</c:if>><c:out value="${shelf.name}"/></a>
        </c:forEach>
      </nav>
    </c:if>
  </header>
  <main id="main">
    <h1><c:out value="${title}"/></h1>
    <jsp:doBody/>
  </main>
  <footer><p>A testbed: no animal is sold here, and no card is charged.</p></footer>
</body>
</html>
