<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="UTF-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Sign on – <c:out value="${pageContext.servletContext.servletContextName}"/></title>
  <link rel="stylesheet" href="<c:url value='/style.css'/>">
  <link rel="icon" href="<c:url value='/paw.svg'/>" type="image/svg+xml">
</head>
<body>
  <header><a class="brand" href="<c:url value='/'/>"><c:out value="${pageContext.servletContext.servletContextName}"/></a></header>
  <main id="main">
    <h1>Sign on</h1>
    <c:if test="${not empty message}"><p class="problem" role="alert"><c:out value="${message}"/></p></c:if>
    <form action="<c:url value='/signon'/>" method="post">
      <input type="hidden" name="next" value="<c:out value='${next}'/>">
      <p class="field"><label for="user">Name</label><input id="user" name="user" type="text" autocomplete="username" autocapitalize="none" maxlength="64" required></p>
      <p class="field"><label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" maxlength="64" required></p>
      <button>Sign on</button>
    </form>
    <p class="quiet">Name and password were generated for this bed: <code>./petlab status</code> shows them.</p>
  </main>
</body>
</html>
