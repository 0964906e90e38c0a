<%@ tag pageEncoding="UTF-8" trimDirectiveWhitespaces="true" description="Sales as stacked bars; the table below says the same in words" %>
<%@ attribute name="chart" required="true" type="org.petlab.opc.administration.pages.SalesChart" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<figure class="chart">
  <div class="drawing" role="region" aria-label="Chart of the sales by day and category" tabindex="0">
  <svg viewBox="0 0 800 280" role="img" aria-label="Sales by day, stacked by category. The tables below hold the same figures.">
    <c:forEach items="${chart.amounts}" var="line">
      <line class="grid" x1="80" x2="788" y1="<c:out value='${line.at}'/>" y2="<c:out value='${line.at}'/>"/>
      <text class="amount" x="72" y="<c:out value='${line.at}'/>"><c:out value="${line.text}"/></text>
    </c:forEach>
    <c:forEach items="${chart.bars}" var="bar">
      <rect class="<c:out value='${bar.series}'/>" x="<c:out value='${bar.x}'/>" y="<c:out value='${bar.y}'/>" width="<c:out value='${bar.width}'/>" height="<c:out value='${bar.height}'/>"><title><c:out value="${bar.title}"/></title></rect>
    </c:forEach>
    <c:forEach items="${chart.days}" var="day">
      <text class="day" x="<c:out value='${day.at}'/>" y="270"><c:out value="${day.text}"/></text>
    </c:forEach>
  </svg>
  </div>
  <figcaption>
    <ul class="keys">
      <c:forEach items="${chart.keys}" var="key"><li><svg class="key" viewBox="0 0 10 10" aria-hidden="true"><rect class="<c:out value='${key.series}'/>" width="10" height="10"/></svg> <c:out value="${key.category}"/></li></c:forEach>
    </ul>
  </figcaption>
</figure>
