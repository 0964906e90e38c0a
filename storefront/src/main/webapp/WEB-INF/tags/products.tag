<%@ tag pageEncoding="UTF-8" trimDirectiveWhitespaces="true" description="One page of a list of products, with links to the pages beside it" %>
<%@ attribute name="list" required="true" type="org.petlab.storefront.catalog.ProductList" %>
<%@ attribute name="path" required="true" %>
<%@ attribute name="parameter" required="true" %>
<%@ attribute name="value" required="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:cards products="${list.products}"/>
<t:pages at="${list.page}" of="${list.pages}" path="${path}" parameter="${parameter}" value="${value}"/>
